from utils.dates import to_utc

if 'transformer' not in globals():
    from mage_ai.data_preparation.decorators import transformer


@transformer
def clean_orders(orders, *args, **kwargs):
    orders = orders.dropna(subset=['customer_id'])
    orders['ordered_at'] = orders['ordered_at'].map(to_utc)
    return orders

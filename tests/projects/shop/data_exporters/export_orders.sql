-- The table is made by the warehouse team
SELECT order_id, customer_id, ordered_at, total FROM {{ df_1 }}

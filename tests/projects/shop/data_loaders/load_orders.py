from mage_ai.settings.repo import get_repo_path
from mage_ai.io.config import ConfigFileLoader
from mage_ai.io.postgres import Postgres
from os import path

if 'data_loader' not in globals():
    from mage_ai.data_preparation.decorators import data_loader


@data_loader
def load_orders(*args, **kwargs):
    config = ConfigFileLoader(path.join(get_repo_path(), 'io_config.yaml'), 'default')
    with Postgres.with_config(config) as loader:
        return loader.load('SELECT * FROM orders WHERE day = current_date - 1')

"""A row of the benchmarks' table: a ratio to a public tool with its spread. row.hpp is its twin."""
import statistics


def row(name, values, bar, beside):
    """Prints one: the median of the values, the quartiles, what is asked for, and what it is measured beside."""
    values = sorted(values)
    low, middle, high = (values * 3 if len(values) < 2 else
                         statistics.quantiles(values, n=4, method="inclusive"))
    print(f"= {name}\t{middle:.4g}\t{low:.4g}\t{high:.4g}\t{bar}\t{beside}", flush=True)

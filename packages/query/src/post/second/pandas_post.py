"""The operations of post-processing once more, in pandas: what the tests of this folder compare ours with.

Reads a JSON list of cases {table, steps} from standard input and writes their answers. Tables are lists of columns
{name, kind, values}; times are epoch milliseconds.
"""

import json
import math
import sys
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore")


def read(columns):
    series = {}
    for column in columns:
        values = column["values"]
        if column["kind"] == "temporal":
            series[column["name"]] = pd.Series(pd.to_datetime(values, unit="ms"))
        elif column["kind"] == "numeric":
            series[column["name"]] = pd.Series(values, dtype="float64")
        else:
            series[column["name"]] = pd.Series(values, dtype="object")
    return pd.DataFrame(series)


def cell(value):
    if isinstance(value, (list, tuple)):
        return [cell(one) for one in value]
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, pd.Timestamp):
        return int(value.value // 1_000_000)
    if isinstance(value, (bool, str)):
        return value
    number = float(value)
    return ("inf" if number > 0 else "-inf") if math.isinf(number) else number


def path(name):
    return [None if part is None else str(part) for part in name] if isinstance(name, tuple) else [str(name)]


def write(df):
    index = []
    if df.index.nlevels > 1 or df.index.name is not None:
        index = [
            [str(name), [cell(one) for one in df.index.get_level_values(at)]]
            for at, name in enumerate(df.index.names)
        ]
    columns = [[path(name), [cell(one) for one in df.iloc[:, at]]] for at, name in enumerate(df.columns)]
    return {"rowCount": len(df), "index": index, "columns": columns}


def skipping(function):
    return lambda values: function(values.dropna()) if values.notna().any() else np.nan


REDUCE = {
    "sum": lambda v: v.sum(),
    "nansum": lambda v: np.nansum(v),
    "prod": lambda v: v.prod(),
    "product": lambda v: v.prod(),
    "mean": lambda v: v.mean(),
    "nanmean": lambda v: v.mean(),
    "median": lambda v: np.median(v.to_numpy()),
    "nanmedian": lambda v: v.median(),
    "min": lambda v: v.min(),
    "nanmin": lambda v: v.min(),
    "max": lambda v: v.max(),
    "nanmax": lambda v: v.max(),
    "std": skipping(lambda v: np.std(v.to_numpy())),
    "var": skipping(lambda v: np.var(v.to_numpy())),
    "average": lambda v: np.average(v.to_numpy()),
    "argmin": lambda v: int(np.argmin(v.to_numpy())),
    "argmax": lambda v: int(np.argmax(v.to_numpy())),
    "count": lambda v: len(v),
    "count_nonzero": lambda v: int(np.count_nonzero(v.to_numpy())),
}


def reducer(spec):
    if spec["operator"] == "percentile":
        return lambda v: np.percentile(v.to_numpy(), spec["options"]["q"])
    if spec["operator"] == "nanpercentile":
        return skipping(lambda v: np.nanpercentile(v.to_numpy(), spec["options"]["q"]))
    return REDUCE[spec["operator"]]


def aggregate(df, groupby, aggregates):
    source = {name: spec.get("column", name) for name, spec in aggregates.items()}
    if not groupby:
        return pd.DataFrame({name: [reducer(spec)(df[source[name]])] for name, spec in aggregates.items()})
    groups = df.groupby(groupby, sort=True)
    made = {name: groups[source[name]].agg(reducer(spec)) for name, spec in aggregates.items()}
    return pd.DataFrame(made).reset_index()


def pivot(
    df,
    index,
    columns,
    aggregates,
    metric_fill_value=None,
    column_fill_value="<NULL>",
    drop_missing_columns=True,
    combine_value_with_metric=False,
):
    df = df.copy()
    for name in columns:
        df[name] = df[name].fillna(column_fill_value) if column_fill_value is not None else df[name]
    df = df.dropna(subset=columns)
    made = {}
    for name in sorted(aggregates):
        column = aggregates[name].get("column", name)
        groups = df.groupby(index + columns, sort=True, dropna=drop_missing_columns)[column]
        grid = groups.agg(reducer(aggregates[name]))
        made[name] = grid.unstack(columns) if columns else grid
    if columns:
        result = pd.concat(made, axis=1)
        result = result.sort_index(axis=1)
    else:
        result = pd.DataFrame(made)
    if drop_missing_columns:
        result = result.dropna(axis=1, how="all").dropna(axis=0, how="all")
    if metric_fill_value is not None:
        result = result.fillna(metric_fill_value)
    if combine_value_with_metric:
        result = result.reorder_levels([*range(1, result.columns.nlevels), 0], axis=1).sort_index(axis=1)
    return result


def flatten(df, reset_index=True, drop_levels=()):
    def named(name):
        if not isinstance(name, tuple):
            return name
        parts = [part for level, part in enumerate(name) if level not in drop_levels]
        return ", ".join(str(part).replace(",", "\\,") for part in parts if part is not None)

    df = df.copy()
    names = [named(name) for name in df.columns]
    df.columns = pd.Index(names, dtype="object")
    return df.reset_index() if reset_index and (df.index.nlevels > 1 or df.index.name is not None) else df


def placed(df, columns, made):
    df = df.copy()
    for source, target in columns.items():
        df[target] = made[source]
    return df


def rolling(df, rolling_type, columns, window, min_periods=None, center=False, rolling_type_options=None):
    made = {}
    for source in columns:
        rolled = df[source].rolling(window, min_periods=min_periods, center=center)
        function = getattr(rolled, rolling_type)
        is_pair = rolling_type in ("cov", "corr")
        made[source] = function(df[source]) if is_pair else function(**(rolling_type_options or {}))
    done = placed(df, columns, made)
    return done[max(0, (min_periods or 0) - 1):]


def cum(df, operator, columns):
    return placed(df, columns, {source: getattr(df[source].fillna(0), "cum" + operator)() for source in columns})


def diff(df, columns, periods=1, axis=0):
    made = df[list(columns)].diff(periods, axis=axis)
    return placed(df, columns, {source: made[source] for source in columns})


def resample(df, rule, method="asfreq", fill_value=None):
    df = df.sort_index()
    if method in ("ffill", "bfill"):
        return getattr(getattr(df, method)().resample(rule), method)()
    if method == "asfreq":
        done = df.resample(rule).asfreq()
        return done if fill_value is None else done.fillna(fill_value)
    if method == "linear":
        return df.resample(rule).asfreq().interpolate("linear")
    return getattr(df.resample(rule), method)()


def sort(df, by=(), ascending=True, is_sort_index=False):
    if is_sort_index:
        return df.sort_index(ascending=ascending, kind="stable")
    return df.sort_values(list(by), ascending=ascending, kind="stable", na_position="last") if by else df


def rank(df, metric, group_by=None):
    values = df.groupby(group_by)[metric] if group_by else df[metric]
    return df.assign(rank=values.rank(pct=True))


def contribution(df, orientation="column", columns=None, rename_columns=None, time_shifts=(), contribution_totals=None):
    columns = columns or list(df.select_dtypes("number").columns)
    numbers = df[columns]
    if orientation == "column":
        numbers = numbers.fillna(0)
        if contribution_totals is None:
            shares = numbers / numbers.sum().replace(0, np.nan)
        else:
            given = pd.Series({name: contribution_totals.get(name) or np.nan for name in columns})
            shares = (numbers / given).fillna(0)
    else:
        group = {name: next((shift for shift in time_shifts if name.endswith(shift)), "") for name in columns}
        totals = {
            shift: numbers[[name for name in columns if group[name] == shift]].sum(axis=1).replace(0, np.nan)
            for shift in set(group.values())
        }
        shares = pd.DataFrame({name: numbers[name] / totals[group[name]] for name in columns})
    return placed(df, dict(zip(columns, rename_columns or columns)), shares)


def compare(df, source_columns, compare_columns, compare_type, drop_original_columns=False, precision=4):
    df = df.copy()
    for source, other in zip(source_columns, compare_columns):
        one, two = df[source], df[other]
        made = {
            "difference": lambda: one - two,
            "percentage": lambda: ((one - two) / two).round(precision),
            "ratio": lambda: (one / two).round(precision),
        }[compare_type]()
        df[f"{compare_type}__{source}__{other}"] = made
    return df.drop(columns=[*source_columns, *compare_columns]) if drop_original_columns else df


def whiskers(values, kind, percentiles, q1, q3):
    if kind == "min/max":
        return values.min(), values.max(), False
    if kind == "percentile":
        return np.percentile(values, percentiles[0]), np.percentile(values, percentiles[1]), True
    reach = 1.5 * (q3 - q1)
    return values[values >= q1 - reach].min(), values[values <= q3 + reach].max(), True


def boxplot(df, groupby, metrics, whisker_type, percentiles=None):
    def boxes(group):
        made = {}
        for metric in metrics:
            values = group[metric].dropna().to_numpy()
            if len(values) == 0:
                box = dict(mean=None, median=None, max=None, min=None, q1=None, q3=None, count=len(group), outliers=[])
            else:
                q1, q3 = (np.percentile(values, q, method="midpoint") for q in (25, 75))
                low, high, beyond = whiskers(values, whisker_type, percentiles, q1, q3)
                outliers = [*values[values > high], *values[values < low]] if beyond else []
                box = dict(mean=values.mean(), median=np.median(values), max=high, min=low, q1=q1, q3=q3)
                box.update(count=len(group), outliers=outliers)
            parts = ("mean", "median", "max", "min", "q1", "q3", "count", "outliers")
            made.update({f"{metric}__{part}": box[part] for part in parts})
        return made

    if not groupby:
        return pd.DataFrame([boxes(df)])
    rows = [
        {**dict(zip(groupby, key if isinstance(key, tuple) else (key,))), **boxes(group)}
        for key, group in df.groupby(groupby, sort=True)
    ]
    return pd.DataFrame(rows)


def histogram(df, column, groupby=(), bins=5, cumulative=False, normalize=False):
    df = df.dropna(subset=[column])
    edges = np.histogram_bin_edges(df[column], bins=bins)
    names = [f"{float(low)} - {float(high)}" for low, high in zip(edges, edges[1:])]

    def counted(values):
        counts = np.histogram(values, bins=edges)[0].astype("float64")
        return np.cumsum(counts) if cumulative else counts

    if groupby:
        groups = [(key, counted(group[column])) for key, group in df.groupby(list(groupby), sort=True, dropna=False)]
        done = pd.DataFrame([{**dict(zip(groupby, key)), **dict(zip(names, counts))} for key, counts in groups])
    else:
        done = pd.DataFrame([dict(zip(names, counted(df[column])))])
    if normalize:
        done[names] = done[names] / done[names].to_numpy().sum()
    return done


def rename(df, columns, level=0):
    df = df.copy()
    if df.columns.nlevels == 1:
        df.columns = pd.Index([columns.get(name, name) for name in df.columns], dtype="object")
    else:
        names = [
            tuple(columns.get(part, part) if at == level else part for at, part in enumerate(name))
            for name in df.columns
        ]
        df.columns = pd.Index(names, tupleize_cols=False)
    return df


def select(df, columns=(), exclude=(), rename=None):
    df = df[list(columns)] if columns else df
    return df.drop(columns=list(exclude)).rename(columns=rename or {})


BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz"


def geohash_encode(df, latitude, longitude, geohash):
    def encoded(lat, lon):
        ranges, bits = [[-180.0, 180.0], [-90.0, 90.0]], []
        for at in range(60):
            side, value = ranges[at % 2], (lon, lat)[at % 2]
            middle = (side[0] + side[1]) / 2
            bits.append(int(value >= middle))
            side[1 - bits[-1]] = middle
        return "".join(BASE32[int("".join(map(str, bits[at:at + 5])), 2)] for at in range(0, 60, 5))

    return df.assign(**{geohash: [encoded(lat, lon) for lat, lon in zip(df[latitude], df[longitude])]})


OPERATIONS = {
    one.__name__: one
    for one in (
        *(aggregate, pivot, flatten, rolling, cum, diff, resample, sort, rank, contribution),
        *(compare, boxplot, histogram, rename, select, geohash_encode),
    )
}


def answer(case):
    df = read(case["table"])
    for step in case["steps"]:
        if step["operation"] == "index":
            df = df.set_index(step["options"]["column"])
        else:
            df = OPERATIONS[step["operation"]](df, **step["options"])
    return write(df)


answers = [answer(case) for case in json.load(sys.stdin)]
print(json.dumps({"pandas": pd.__version__, "numpy": np.__version__, "answers": answers}))

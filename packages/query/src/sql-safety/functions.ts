/**
 * The functions that user SQL may call: all compute from their arguments. What reads files, the network,
 * settings, other tables or the server's state is left out, and a name that is not here is refused.
 * A function that a database lacks does no harm in the list: the database itself refuses it.
 */
export function functionsOf(database: keyof typeof own): ReadonlySet<string> {
  return new Set([...wordsOf(`${common} ${own[database]}`), ...(database === 'clickhouse' ? combined() : [])]);
}

/** ClickHouse makes aggregates of aggregates by their endings. */
function combined(): readonly string[] {
  return wordsOf(aggregates).flatMap((name) => combinators.map((ending) => `${name}${ending}`));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((name) => name !== '');
}

const common = `
  avg count max mean median min mode product quantile stddev stddev_pop stddev_samp sum total var_pop var_samp variance
  bool_and bool_or every bit_and bit_or bit_xor corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept
  regr_r2 regr_slope regr_sxx regr_sxy regr_syy percentile_cont percentile_disc approx_count_distinct
  array_agg string_agg group_concat json_group_array json_group_object any_value first_value last_value nth_value
  cume_dist dense_rank lag lead ntile percent_rank rank row_number
  abs acos acosh asin asinh atan atan2 atanh cbrt ceil ceiling cos cosh cot degrees exp floor ln log log10 log2 mod pi
  pow power radians random round sign sin sinh sqrt tan tanh trunc gcd lcm width_bucket
  coalesce nullif ifnull if iif greatest least cast try_cast
  ascii bit_length btrim char char_length character_length chr concat concat_ws format initcap instr left length lower
  lpad ltrim md5 octet_length overlay position printf quote repeat replace reverse right rpad rtrim soundex split_part
  starts_with strpos substr substring translate trim unicode unistr upper like glob
  regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_substr
  age date date_add date_diff date_part date_sub date_trunc datediff datetime day extract hour julianday
  make_date make_time make_timestamp minute month now quarter second strftime time timediff timestamp to_char to_date
  to_number to_timestamp unixepoch week year current_date current_time current_timestamp localtime localtimestamp
  interval timezone
  json json_array json_array_length json_extract json_object json_type json_valid json_value json_quote json_pretty
  hex unhex row array struct map decimal numeric varchar float
`;

const aggregates =
  `
  sum avg min max count any anylast anyheavy uniq uniqexact uniqcombined uniqcombined64 uniqhll12 ` +
  `uniqthetasketch argmin argmax
  quantile quantiles quantileexact quantiletiming quantiletdigest quantilebfloat16 median grouparray groupuniqarray
  groupbitmap topk stddevpop stddevsamp varpop varsamp sumwithoverflow summap minmap maxmap avgweighted deltasum
`;
const combinators = [
  'if',
  'merge',
  'mergeif',
  'ornull',
  'ordefault',
  'ornullif',
  'ifornull',
  'distinct',
  'array',
  'arrayif',
  'map',
];

const own = {
  duckdb: `
    add aggregate apply approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_min arg_min_null argmax argmin
    array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains array_cosine_distance
    array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product array_extract
    array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product
    array_intersect array_length array_pop_back array_pop_front array_position array_prepend array_push_back
    array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select array_slice array_sort
    array_to_json array_to_string array_transform array_unique array_value array_where array_zip
    bar base64 bin bit_count bit_position bitstring bitstring_agg cardinality century contains count_if count_star
    countif damerau_levenshtein datepart datesub datetrunc dayname dayofmonth dayofweek dayofyear days_in_month decade
    decode divide editdist3 element_at encode ends_with entropy enum_code enum_first enum_last enum_range epoch
    epoch_ms epoch_ns epoch_us equi_width_bins era even factorial favg fdiv filter first flatten fmod format_bytes
    formatreadabledecimalsize formatreadablesize from_base64 from_binary from_hex fsum gamma gen_random_uuid
    generate_subscripts geomean geometric_mean get_bit grade_up greatest_common_divisor hamming hash histogram
    histogram_exact isfinite isinf isnan isodow isoyear jaccard jaro_similarity jaro_winkler_similarity json_contains
    json_exists json_extract_path json_extract_path_text json_extract_string json_keys json_merge_patch json_structure
    json_transform json_transform_strict julian kahan_sum kurtosis kurtosis_pop last last_day lcase
    least_common_multiple left_grapheme len length_grapheme levenshtein lgamma list list_aggr list_aggregate
    list_any_value list_append list_apply list_avg list_cat list_concat list_contains list_count list_distance
    list_distinct list_element list_entropy list_extract list_filter list_first list_grade_up list_has list_has_all
    list_has_any list_histogram list_indexof list_intersect list_last list_max list_median list_min list_mode list_pack
    list_position list_prepend list_product list_reduce list_resize list_reverse list_reverse_sort list_select
    list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_transform list_unique
    list_value list_var_pop list_var_samp list_where list_zip listagg mad make_timestamp_ms make_timestamp_ns
    make_timestamptz map_concat map_contains map_entries map_extract map_from_entries map_keys map_values max_by
    md5_number microsecond millennium millisecond min_by mismatches monthname multiply nanosecond nextafter
    nfc_normalize ord parse_dirname parse_dirpath parse_filename parse_path prefix quantile_cont quantile_disc
    regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_split_to_array reservoir_quantile
    right_grapheme round_even roundbankers row_to_json sem set_bit sha1 sha256 signbit skewness split str_split
    str_split_regex string_split string_split_regex string_to_array strip_accents strlen strptime struct_concat
    struct_extract struct_insert struct_keys struct_pack struct_values substring_grapheme subtract suffix
    sum_no_overflow sumkahan time_bucket timezone_hour timezone_minute to_base to_base64 to_binary to_centuries to_days
    to_decades to_hex to_hours to_json to_microseconds to_milliseconds to_minutes to_months to_quarters to_seconds
    to_weeks to_years today try_strptime typeof ucase unbin union_extract union_tag union_value url_decode url_encode
    uuid wavg weekday weekofyear weighted_avg xor yearweek error
    bigint boolean double hugeint integer real smallint text tinyint ubigint uinteger
  `,
  postgresql: `
    array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_to_json array_to_string array_upper cardinality
    string_to_array trim_array bit_count bool clock_timestamp convert_from convert_to date_bin decode div encode
    erf erfc factorial gen_random_uuid get_bit get_byte grouping isfinite jsonb_agg json_agg json_object_agg
    jsonb_object_agg json_array_elements_text json_build_array json_build_object jsonb_build_array jsonb_build_object
    json_extract_path json_extract_path_text json_typeof jsonb_array_length jsonb_extract_path
    jsonb_extract_path_text jsonb_object jsonb_path_exists jsonb_path_match jsonb_path_query_array
    jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls jsonb_typeof json_strip_nulls
    justify_days justify_hours justify_interval lcase make_interval make_timestamptz min_scale normalize num_nonnulls
    num_nulls parse_ident pg_typeof quote_ident quote_literal quote_nullable regexp_split_to_array row_to_json scale
    sha224 sha256 sha384 sha512 sind cosd tand similar statement_timestamp string_to_array to_ascii to_hex to_json
    to_jsonb to_tsquery to_tsvector plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_headline
    transaction_timestamp trim_scale unaccent levenshtein similarity word_similarity
    bit char character time timestamptz varbit lower_inc upper_inc isempty range_merge daterange int4range int8range
    numrange tsrange tstzrange host masklen network family
    st_area st_asgeojson st_astext st_centroid st_contains st_distance st_distancesphere st_dwithin st_geogfromtext
    st_geomfromtext st_intersects st_length st_makepoint st_point st_setsrid st_srid st_transform st_within st_x st_y
    percentile_agg approx_percentile time_bucket
  `,
  sqlite: `
    likelihood likely unlikely json_insert json_patch json_remove json_replace json_set jsonb jsonb_array
    jsonb_extract jsonb_object typeof
  `,
  mysql: `
    adddate addtime bin bit_count convert convert_tz curdate curtime date_format dayname dayofmonth dayofweek dayofyear
    div elt export_set field find_in_set from_base64 from_days from_unixtime get_format inet_aton inet_ntoa inet6_aton
    inet6_ntoa insert json_arrayagg json_objectagg json_array_append json_array_insert json_contains json_contains_path
    json_depth json_insert json_keys json_length json_merge_patch json_merge_preserve json_overlaps json_remove
    json_replace json_search json_set json_unquote last_day lcase locate log10 rand makedate maketime make_set md5
    microsecond mid monthname oct ord period_add period_diff regexp_instr sec_to_time sha sha1 sha2 space std
    str_to_date strcmp subdate substring_index subtime time_format time_to_sec timestampadd timestampdiff to_base64
    to_days to_seconds truncate ucase unix_timestamp utc_date utc_time utc_timestamp uuid_to_bin bin_to_uuid is_uuid
    weekday weekofyear yearweek crc32 conv format_bytes isnull signed unsigned binary char nchar double real year
    st_area st_asgeojson st_astext st_centroid st_contains st_distance st_distance_sphere st_geomfromtext st_intersects
    st_length st_point st_within st_x st_y any_value grouping
  `,
  trino:
    `
    all_match any_match approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_distinct
    array_except array_first array_histogram array_intersect array_join array_last array_max array_min array_position
    array_remove array_sort array_union arrays_overlap at_timezone bar beta_cdf bing_tile bit_count bitwise_and
    bitwise_and_agg bitwise_left_shift bitwise_not bitwise_or bitwise_or_agg bitwise_right_shift bitwise_xor
    bitwise_xor_agg bool cardinality char2hexint checksum chr classify codepoint combinations concat contains
    contains_sequence convex_hull_agg cosine_distance cosine_similarity count_if current_timezone date_format date_parse
    day_of_month day_of_week day_of_year dow doy e element_at empty_approx_set evaluate_classifier_predictions filter
    flatten format_datetime format_number from_base from_base32 from_base64 from_base64url from_big_endian_32
    from_big_endian_64 from_hex from_ieee754_32 from_ieee754_64 from_iso8601_date from_iso8601_timestamp
    from_iso8601_timestamp_nanos from_unixtime from_unixtime_nanos from_utf8 geometric_mean grouping hamming_distance
    hash_counts histogram hmac_md5 hmac_sha1 hmac_sha256 hmac_sha512 hour human_readable_seconds infinity
    intersection_cardinality inverse_beta_cdf inverse_normal_cdf is_finite is_infinite is_json_scalar is_nan
    jaccard_index json_array_contains json_array_get json_exists json_extract_scalar json_format json_parse json_query
    json_size kurtosis last_day_of_month levenshtein_distance line_locate_point listagg ln luhn_check ` +
    `make_set_digest map_agg
    map_concat map_entries map_filter map_from_entries map_keys map_union map_values map_zip_with max_by merge
    merge_set_digest millisecond min_by mod multimap_agg multimap_from_entries murmur3 nan ngrams none_match normal_cdf
    normalize numeric_histogram parse_data_size parse_datetime parse_duration qdigest_agg quantile_at_value rand reduce
    reduce_agg regexp_extract regexp_extract_all regexp_position regexp_split render repeat rgb sequence sha1 sha256
    sha512 shuffle skewness slice spatial_partitioning split split_to_map split_to_multimap spooky_hash_v2_32
    spooky_hash_v2_64 tdigest_agg timestamp_objectid timezone_hour timezone_minute to_base to_base32 to_base64
    to_base64url to_big_endian_32 to_big_endian_64 to_hex to_ieee754_32 to_ieee754_64 to_iso8601 to_milliseconds
    to_unixtime to_utf8 transform transform_keys transform_values trim_array try typeof url_decode url_encode
    url_extract_fragment url_extract_host url_extract_parameter url_extract_path url_extract_port url_extract_protocol
    url_extract_query uuid value_at_quantile values_at_quantiles week_of_year wilson_interval_lower
    wilson_interval_upper with_timezone word_stem xxhash64 year_of_week yow zip zip_with
    bigint integer smallint tinyint real double boolean char varbinary
    st_area st_asbinary st_astext st_buffer st_centroid st_contains st_distance st_geometryfromtext st_intersects
    st_length st_point st_within st_x st_y to_spherical_geography great_circle_distance
  `,
  clickhouse:
    `
    uniq uniqexact uniqcombined uniqcombined64 uniqhll12 uniqthetasketch countif sumif avgif minif maxif uniqif anyif
    uniqexactif quantileif medianif countdistinct sumdistinct any anylast anyheavy argmin argmax argminif argmaxif
    quantiles quantileexact quantilesexact quantiletiming quantiletdigest quantilebfloat16 quantileexactweighted
    quantiledeterministic quantileexactlow quantileexacthigh medianexact mediantdigest mediantiming topk topkweighted
    grouparray groupuniqarray grouparrayinsertat groupbitand groupbitor groupbitxor groupbitmap summap minmap maxmap
    sumwithoverflow sumkahan avgweighted varpop varsamp stddevpop stddevsamp covarpop covarsamp skewpop skewsamp
    kurtpop kurtsamp simplelinearregression stochasticlinearregression entropy deltasum deltasumtimestamp histogram
    sequencematch sequencecount windowfunnel retention uniqupto boundingratio rankcorr mannwhitneyutest studentttest
    welchttest exponentialmovingaverage intervallengthsum cramersv contingency theilsu laginframe leadinframe
    plus minus multiply divide intdiv intdivorzero modulo negate equals notequals less greater lessorequals
    greaterorequals and or not xor if multiif ifnull isnull isnotnull isnan isinfinite isfinite assumenotnull tonullable
    toint8 toint16 toint32 toint64 toint128 toint256 touint8 touint16 touint32 touint64 touint128 touint256 tofloat32
    tofloat64 todecimal32 todecimal64 todecimal128 todecimal256 tostring tofixedstring tobool todate todate32 todatetime
    todatetime32 todatetime64 touuid toint32ornull toint64ornull toint64orzero touint64ornull tofloat64ornull
    tofloat64orzero todateornull todatetimeornull todecimal64ornull accuratecast accuratecastornull reinterpretasint64
    parsedatetime parsedatetimebesteffort parsedatetimebesteffortornull parsedatetime64besteffort
    parsedatetime64besteffortornull totypename tounixtimestamp tounixtimestamp64milli fromunixtimestamp
    fromunixtimestamp64milli totimezone toyear toquarter tomonth toweek toyearweek todayofyear todayofmonth todayofweek
    tohour tominute tosecond tostartofyear tostartofisoyear tostartofquarter tostartofmonth tostartofweek tostartofday
    tostartofhour tostartofminute tostartofsecond tostartoffiveminutes tostartoftenminutes tostartoffifteenminutes
    tostartofinterval tomonday tolastdayofmonth toisoyear toisoweek toyyyymm toyyyymmdd toyyyymmddhhmmss
    torelativedaynum torelativemonthnum datetrunc datename monthname adddays addweeks addmonths addquarters addyears
    addhours addminutes addseconds subtractdays subtractweeks subtractmonths subtractyears subtracthours
    subtractminutes subtractseconds formatdatetime timeslot timezoneoffset today yesterday now64 tointervalday
    tointervalweek tointervalmonth tointervalyear tointervalhour tointervalminute tointervalsecond
    empty notempty lengthutf8 lowerutf8 upperutf8 reverseutf8 substringutf8 leftutf8 rightutf8 concatwithseparator
    trimleft trimright trimboth startswith endswith like notlike ilike notilike match multimatchany extractall
    extractallgroups replaceone replaceall replaceregexpone replaceregexpall positioncaseinsensitive positionutf8
    position countsubstrings splitbychar splitbystring splitbyregexp splitbywhitespace arraystringconcat tokens ngrams
    leftpad rightpad base64encode base64decode tovalidutf8 isvalidutf8 normalizeutf8nfc initcaputf8 levenshteindistance
    ngramdistance soundex
    array arrayconcat arrayelement has hasall hasany indexof arraycount arrayexists arrayall arrayfilter arraymap
    arrayfirst arraylast arraysum arrayavg arraymin arraymax arraysort arrayreversesort arrayreverse arraydistinct
    arrayuniq arrayslice arraypushback arraypushfront arraypopback arraypopfront arrayresize arrayzip arrayflatten
    arrayjoin arrayenumerate arraydifference arraycumsum arrayreduce arrayintersect emptyarraystring range tuple
    tupleelement map mapkeys mapvalues mapcontains mapfilter mapapply
    jsonextract jsonextractstring jsonextractint jsonextractfloat jsonextractbool jsonextractraw jsonextractarrayraw
    jsonhas jsonlength jsontype jsonextractkeys json_exists json_query isvalidjson visitparamextractstring
    simplejsonextractstring simplejsonextractint simplejsonextractfloat tojsonstring
    cityhash64 siphash64 siphash128 xxhash32 xxhash64 murmurhash3_64 farmhash64 sha1 sha224 sha256 sha512 halfmd5 crc32
    intexp2 intexp10 exp2 exp10 lgamma tgamma erf erfc ceil floor rounddown roundbankers sigmoid rand rand32 rand64
    randcanonical bitand bitor bitxor bitnot bitshiftleft bitshiftright bitcount bittest greatcircledistance geodistance
    pointinpolygon geohashencode h3toparent ipv4numtostring ipv4stringtonum ipv6numtostring toipv4 toipv6 isipv4string
    iscidrinrange domain domainwithoutwww topleveldomain protocol path cuttofirstsignificantsubdomain ` +
    `extracturlparameter
    decodeurlcomponent encodeurlcomponent queryparameter formatreadablesize formatreadablequantity
    formatreadabletimedelta transform bar materialize ignore identity tolowcardinality generateuuidv4 grouping
    runningdifference neighbor runningaccumulate finalizeaggregation coalesce least greatest
  `,
} as const;

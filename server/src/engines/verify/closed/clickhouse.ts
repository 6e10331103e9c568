import { clickhouseGrammar } from '@tessera/query/sql-safety/grammars';
import type { ClosedNames } from '../closed-text.ts';

/**
 * ClickHouse reads files, web addresses and other databases by functions in FROM, so only those that make rows of
 * nothing are open; and by functions in expressions, which are closed by name. `readonly = 1` is the second wall, but
 * it does not close these.
 */
export const clickhouseClosed: ClosedNames = {
  grammar: clickhouseGrammar,
  placeholders: '{}',
  functions:
    /^(file|filecluster|url|urlcluster|remote|remotesecure|cluster|clusterallreplicas|s3\w*|gcs\w*|oss\w*|cosn|azureblobstorage\w*|hdfs\w*|iceberg\w*|deltalake\w*|hudi\w*|paimon\w*|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|executable|input|merge|mergetree\w*|dictionary|dictget\w*|dicthas|dictisin|joinget\w*|loop|fuzz\w*|view|viewifpermitted|viewexplain|arrowflight|ytsaurus|timeseries\w*|prometheus\w*|kafka|nats|rabbitmq|sleep|sleepeachrow|getsetting\w*|getserversetting|getmacro|getosskernelversion|getoskernelversion|hostname|fqdn|serveruuid|tcpport|filesystem\w*|addressto\w*|demangle|currentroles|enabledroles|defaultroles|currentprofiles|enabledprofiles|defaultprofiles|showcertificate|catboostevaluate|modelevaluate|ai\w+|llm\w*|displayname|connectionid|getclienthttpheader|naivebayesclassifier|lemmatize|synonyms|generateserialid|query|format|structuretocapnprotoschema|zookeeper\w*|throwif|python|hascolumnintable|logtrace|hive|executablepool)$/,
  schemas: new Set(['system', 'information_schema']),
  settingsWord: 'SETTINGS',
  // What others run.
  pairs: [['SHOW', 'PROCESSLIST']],
  tableFunctions: new Set([
    'numbers',
    'numbers_mt',
    'zeros',
    'zeros_mt',
    'generate_series',
    'generateseries',
    'values',
    'null',
    'generaterandom',
  ]),
  writes: {
    words: new Set(['INFILE', 'OUTFILE']),
    properties: new Set(['DISK', 'STORAGE_POLICY']),
    pairs: [
      ['ON', 'CLUSTER'],
      ['TO', 'DISK'],
      ['TO', 'VOLUME'],
      ['INTO', 'FUNCTION'],
      ['TABLE', 'FUNCTION'],
    ],
    // Others read files, other servers and queues.
    engines:
      /^(replicated|shared)?((summing|aggregating|replacing|collapsing|versionedcollapsing|coalescing)?mergetree)$|^(memory|log|tinylog|stripelog|set|join|null)$/,
  },
};

import { editorSuites } from '../../testing/suites/editor-suite.ts';

editorSuites(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse', 'trino']);

"""Runs `clickhouse local` out of the library chdb: the library's path, then the program's arguments."""
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
arguments = [argument.encode() for argument in ["clickhouse", *sys.argv[2:]]]
library.chdb_query_cmdline.restype = ctypes.c_void_p
library.chdb_query_cmdline(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))

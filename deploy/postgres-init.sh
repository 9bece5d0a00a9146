#!/bin/sh
# Creates the role of the program, which owns nothing (docs/adr/0033-database-role-without-ownership.md), when the database is created.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$PROGRAM_PASSWORD" <<'SQL'
create role lapak_program login password :'password';
SQL

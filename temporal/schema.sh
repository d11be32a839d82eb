#!/bin/sh
# Creates the two databases and brings their schema up to date. Runs in temporalio/admin-tools.
set -eu

schema() {
  # Quiet, because a database that exists already is no failure here.
  temporal-sql-tool -q --db "$1" create
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema --schema-name "postgresql/v12/$2"
}

schema temporal temporal
schema temporal_visibility visibility

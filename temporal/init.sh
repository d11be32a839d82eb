#!/bin/sh
# Creates the namespace and the search attributes of refactor-loop. Runs in temporalio/admin-tools;
# the temporal command reads TEMPORAL_ADDRESS itself.
set -eu

# A new namespace is known to the whole server only after a moment, so every step is tried again.
retry() {
  left=60
  until "$@"; do
    left=$((left - 1))
    if [ "$left" -eq 0 ]; then
      echo "gave up: $*" >&2
      exit 1
    fi
    sleep 1
  done
}

namespace() {
  temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
    temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 720h
}

search_attributes() {
  temporal operator search-attribute create -n "$TEMPORAL_NAMESPACE" \
    --name RlPhase --type Keyword \
    --name RlOutcome --type Keyword \
    --name RlRepo --type Keyword \
    --name RlIteration --type Int
}

retry temporal operator cluster health
retry namespace
retry search_attributes

run --dry-run {}

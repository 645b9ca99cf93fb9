run more-instances-than-allowed.toml --max-trials 5

run more-trials-than-allowed.toml --max-trials 5

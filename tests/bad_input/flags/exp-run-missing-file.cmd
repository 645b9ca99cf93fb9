run experimnt.toml

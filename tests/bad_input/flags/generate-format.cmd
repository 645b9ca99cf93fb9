maze generate wilson --format svg

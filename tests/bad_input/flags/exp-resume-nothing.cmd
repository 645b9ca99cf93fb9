resume nowhere

completions tsch

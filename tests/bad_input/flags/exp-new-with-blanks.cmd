new 'my question'

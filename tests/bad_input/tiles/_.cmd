tiles idastar {}

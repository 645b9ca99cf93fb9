maze idastar

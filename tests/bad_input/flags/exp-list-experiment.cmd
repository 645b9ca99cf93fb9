list experiment

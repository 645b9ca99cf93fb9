status nowhere

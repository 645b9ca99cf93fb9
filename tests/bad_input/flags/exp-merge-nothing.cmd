merge nowhere

report nowhere

list algoritms

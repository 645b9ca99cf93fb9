diff nowhere .

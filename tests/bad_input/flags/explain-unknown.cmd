explain mtdff

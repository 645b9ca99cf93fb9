maze generate caves --side 3

# Prints the cells of a workbook as JSON lines: ["text", value], ["number", value], ["date", ISO 8601] or null.
import datetime
import json
import sys

import openpyxl

book = openpyxl.load_workbook(sys.argv[1])
if len(book.worksheets) != 1:
    sys.exit("the workbook has not one sheet")


def shown(cell):
    value = cell.value
    if value is None:
        return None
    if cell.data_type == "f":
        sys.exit(f"{cell.coordinate} is a formula")
    if isinstance(value, datetime.datetime):
        return ["date", value.isoformat(timespec="milliseconds")]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ["number", value]
    # openpyxl does not decode the escapes of ISO/IEC 29500-1, 22.9.2.19.
    return ["text", value.replace("_x005F_", "_")]


for row in book.worksheets[0].iter_rows():
    print(json.dumps([shown(cell) for cell in row]))

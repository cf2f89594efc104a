// The columns of an import of people: a line that shows how each is meant, and what they are called.

/** Of the template, below its header. */
export const exampleLine = ['ada.byron@example.com', 'Ada', 'Byron', 'Receptionist', 'Front desk', 'staff', '']

/** What the columns of an import are called in its faults. */
export const columnName = (field: string): string =>
  ({ email: 'Email', firstName: 'First name', lastName: 'Last name', line: 'Line' })[field] ??
  field.replace(/^./, (letter) => letter.toUpperCase())

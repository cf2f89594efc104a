// The toasts' library looks for this before it writes its own as markup, which Trusted Types forbid. It writes while it
// is loaded: this has to be there before.
const sheet = document.createElement('style')
sheet.id = '_goober'
sheet.append(' ')
document.head.append(sheet)

/** Why a file cannot be read as a CSV file; null: it can. */
export const csvFault = (
  { name, size }: { readonly name: string; readonly size: number },
  mostMegabytes: number,
): string | null => {
  if (size > mostMegabytes * 1_000_000) return `The file is too large: ${mostMegabytes} MB at most`
  if (size === 0) return 'The file is empty'
  return /\.(csv|txt)$/i.test(name) ? null : 'Choose a CSV file: spreadsheets can save as one'
}

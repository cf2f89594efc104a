/** How what a warden has to know at once looks, in the colour of its state. */
export const notice =
  'flex items-center gap-3 rounded border border-state bg-[color-mix(in_srgb,var(--state)_8%,var(--surface))] px-3 py-2 [&>svg]:flex-none [&>svg]:text-state'

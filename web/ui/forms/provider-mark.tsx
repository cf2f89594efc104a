// The marks of the providers, in the colour of their text.
import type { Provider } from '@gatehouse/contract/identity/social'

const shapes: Readonly<Record<Provider, string>> = {
  google:
    'M12.2 10.3v3.8h5.4c-.2 1.3-1.7 3.9-5.4 3.9a6 6 0 0 1 0-12c1.9 0 3.1.8 3.8 1.5l2.7-2.6A9.5 9.5 0 0 0 12.2 2.3a9.7 9.7 0 0 0 0 19.4c5.6 0 9.3-3.9 9.3-9.5 0-.6-.1-1.1-.2-1.9h-9.1Z',
  github:
    'M12 2a10 10 0 0 0-3.2 19.5c.5.1.7-.2.7-.5v-1.7c-2.8.6-3.4-1.3-3.4-1.3-.5-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.6 2.4 1.1 3 .9.1-.7.4-1.1.6-1.4-2.2-.3-4.6-1.1-4.6-5 0-1.1.4-2 1-2.7-.1-.3-.4-1.3.1-2.7 0 0 .8-.3 2.8 1a9.6 9.6 0 0 1 5 0c2-1.3 2.8-1 2.8-1 .5 1.4.2 2.4.1 2.7.6.7 1 1.6 1 2.7 0 3.9-2.3 4.7-4.6 5 .4.3.7.9.7 1.9v2.8c0 .3.2.6.7.5A10 10 0 0 0 12 2Z',
}

export const ProviderMark = ({ provider }: { readonly provider: Provider }) => (
  <svg viewBox="0 0 24 24" width="1.25rem" height="1.25rem" fill="currentColor" aria-hidden="true">
    <path d={shapes[provider]} />
  </svg>
)

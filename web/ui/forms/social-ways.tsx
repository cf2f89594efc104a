// The ways in through other providers, once it is known which there are.
import { SocialButtons, useProviders } from './social-buttons.tsx'

export const SocialWays = () => {
  const offered = useProviders()
  return offered !== null && <SocialButtons offered={offered} />
}

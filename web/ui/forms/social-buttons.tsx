// The ways in through another provider, as far as this installation is set up for them.
import { google, github, type Provider, providers } from '@gatehouse/contract/identity/social'
import { useEffect, useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { rememberWay, useLeaveState } from '../../kit/session/way-back.ts'
import { ProviderMark } from './provider-mark.tsx'
import styles from '../primitives/way.module.css'

export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub' }
const startPath: Readonly<Record<Provider, string>> = { google: google.path, github: github.path }

export const SocialButtons = ({ offered }: { readonly offered: readonly Provider[] }) => {
  const state = useLeaveState()
  if (offered.length === 0) return null
  return (
    <ul className={styles.ways}>
      {offered.map((provider) => (
        <li key={provider}>
          <a className={styles.way} href={`/api${startPath[provider]}`} onClick={() => rememberWay(state?.from)}>
            <ProviderMark provider={provider} />
            Continue with {providerNames[provider]}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Which providers there are; null until the server has said so. None where it cannot. */
export const useProviders = (): readonly Provider[] | null => {
  const [offered, setOffered] = useState<readonly Provider[] | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(providers, {}, { signal: leaving.signal }).then(
      (answer) => setOffered(answer.providers),
      () => {
        if (!leaving.signal.aborted) setOffered([])
      },
    )
    return () => leaving.abort()
  }, [])
  return offered
}

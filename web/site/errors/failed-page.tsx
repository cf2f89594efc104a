// What stands in the application in place of a public page whose data could not be had.
import { useRevalidator } from 'react-router'
import { messageOf } from '../../kit/data/api.ts'
import styles from '../frame/plain-page.module.css'
import { PublicFrame } from '../frame/public-frame.tsx'

export const FailedPage = ({ error }: { readonly error: unknown }) => {
  const { revalidate } = useRevalidator()
  return (
    <PublicFrame title="Not loaded">
      <div className={styles.page} role="alert">
        <h1>This page could not be loaded</h1>
        <p>{messageOf(error, 'The server did not say why.')}</p>
        <p className={styles.buttons}>
          <button type="button" onClick={() => void revalidate()}>
            Try again
          </button>
        </p>
      </div>
    </PublicFrame>
  )
}

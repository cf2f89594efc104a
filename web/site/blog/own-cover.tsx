// The cover of an article that may not be public yet, as its writers see it.
import styles from './editor.module.css'
import { useOwnPicture } from './own-picture.ts'

export const OwnCover = ({ id, alt }: { readonly id: string; readonly alt: string }) => {
  const address = useOwnPicture(id, 'card')
  return address ? (
    <img className={styles.cover} src={address} alt={alt} width={1200} height={630} />
  ) : (
    <div className={styles.cover} />
  )
}

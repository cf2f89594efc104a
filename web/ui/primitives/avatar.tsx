// The picture of a person, else their initials. Pictures are for the company's people only: asked for with the token.
import { picture as pictureOp } from '@gatehouse/contract/identity/picture'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useCallback } from 'react'
import { download } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import styles from './avatar.module.css'
import { hueOf, initialsOf } from './initials.ts'

type Size = 'small' | 'medium' | 'large'

interface AvatarProps {
  /** As in `user.profilePicture`: `/api/pictures/{id}/medium`; null: none. */
  readonly picture: string | null
  readonly name: string
  /** 32, 40 and 112 pixels. */
  readonly size?: Size
  /** What it shows, where the name does not stand beside it; decoration else. */
  readonly label?: string
}

export const Avatar = ({ picture, name, size = 'small', label }: AvatarProps) => {
  const pictureId = picture?.match(/^\/api\/pictures\/([^/]+)\//)?.[1] ?? ''
  const input = { pictureId, size: sharpEnough(size) }
  const { data: bytes } = useQuery({
    queryKey: keyOf(pictureOp, input),
    queryFn: ({ signal }) => download(pictureOp, input, { signal }),
    enabled: pictureId !== '',
  })
  const hue: CSSProperties & { '--hue': number } = { '--hue': hueOf(name) }
  return (
    <span
      className={styles.avatar}
      data-size={size}
      // Drawn by the stylesheet: a decoration is not a text of the button it may stand in.
      data-initials={bytes ? undefined : initialsOf(name)}
      style={hue}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {bytes && <Picture bytes={bytes} />}
    </span>
  )
}

// Fetched once for all who show it; the address that the browser needs is each one's own, and freed with it.
const Picture = ({ bytes }: { readonly bytes: Blob }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(bytes)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [bytes],
  )
  return <img ref={show} alt="" draggable={false} />
}

// How many pixels of the picture fill it on this screen.
const sharpEnough = (size: Size): Size => {
  if (size === 'large') return window.devicePixelRatio > 2 ? 'large' : 'medium'
  return window.devicePixelRatio > 1.5 ? 'medium' : 'small'
}

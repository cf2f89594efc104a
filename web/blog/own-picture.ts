// Pictures of articles that are not public yet: fetched with one's own rights, and kept for as long as the page lives.
import { ownPicture } from '@gatehouse/contract/blog'
import { useEffect, useState } from 'react'
import { download } from '../kit/api.ts'

type Size = 'small' | 'card' | 'large'

const known = new Map<string, Promise<string>>()

const addressOf = (pictureId: string, size: Size): Promise<string> => {
  const key = `${pictureId} ${size}`
  const asked = known.get(key) ?? download(ownPicture, { pictureId, size }).then((blob) => URL.createObjectURL(blob))
  known.set(key, asked)
  asked.catch(() => known.delete(key))
  return asked
}

/** Null until it is there. */
export const useOwnPicture = (pictureId: string, size: Size): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    addressOf(pictureId, size).then(
      (found) => isWanted && setAddress(found),
      () => isWanted && setAddress(null),
    )
    return () => {
      isWanted = false
    }
  }, [pictureId, size])
  return address
}

/** The pictures of a text that is shown to its writer: none is asked for at the address that is public later. */
export const showOwnPictures = (text: DocumentFragment): void => {
  for (const picture of text.querySelectorAll('img')) {
    const id = /^\/api\/blog\/pictures\/([0-9a-f-]{36})\/large$/.exec(picture.getAttribute('src') ?? '')?.[1]
    picture.removeAttribute('src')
    if (id !== undefined)
      addressOf(id, 'large').then(
        (address) => picture.setAttribute('src', address),
        // Its description stands in its place.
        () => {},
      )
  }
}

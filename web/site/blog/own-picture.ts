// Pictures of articles that are not public yet: fetched with one's own rights, and kept for as long as the page lives.
import { ownPicture } from '@gatehouse/contract/site/blog'
import { useEffect, useState } from 'react'
import { type Api, api } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'

type Size = 'small' | 'card' | 'large'

export const createOwnPictures = (client: Pick<Api, 'download'>) => {
  const addresses = new Map<string, Promise<string>>()
  return {
    addressOf: (pictureId: string, size: Size): Promise<string> => {
      const key = `${pictureId} ${size}`
      const fetched =
        addresses.get(key) ?? client.download(ownPicture, { pictureId, size }).then((blob) => URL.createObjectURL(blob))
      addresses.set(key, fetched)
      fetched.catch(() => addresses.delete(key))
      return fetched
    },
  }
}

const ownPictures = singleton((use) => createOwnPictures(use(api)))

/** Null until it is there. */
export const useOwnPicture = (pictureId: string, size: Size): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    ownPictures()
      .addressOf(pictureId, size)
      .then(
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
      ownPictures()
        .addressOf(id, 'large')
        .then(
          (address) => picture.setAttribute('src', address),
          // Its description stands in its place.
          () => {},
        )
  }
}

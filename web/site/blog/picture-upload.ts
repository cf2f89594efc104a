// Pictures on their way to the server: whether one may be sent, and how it goes on.
import { pictureFault } from '@gatehouse/contract/identity/account-rules'
import { uploadPicture } from '@gatehouse/contract/site/blog'
import type { Output } from '@gatehouse/contract/operation'
import { useRef, useState } from 'react'
import { messageOf, upload } from '../../kit/data/api.ts'

type Picture = Output<typeof uploadPicture>['picture']

export interface PictureUpload {
  readonly sending: boolean
  readonly failure: string | null
  /** Sends one; null where it did not arrive, and `failure` says why. */
  readonly send: (file: File) => Promise<Picture | null>
  readonly cancel: () => void
}

export const usePictureUpload = (): PictureUpload => {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const current = useRef<AbortController>(undefined)
  const send = async (file: File): Promise<Picture | null> => {
    const fault = pictureFault(file)
    setFailure(fault)
    if (fault !== null) return null
    const controller = new AbortController()
    current.current = controller
    setSending(true)
    try {
      return (await upload(uploadPicture, file, { signal: controller.signal })).picture
    } catch (error) {
      if (!controller.signal.aborted) setFailure(messageOf(error, 'The picture could not be sent. Please try again.'))
      return null
    } finally {
      setSending(false)
    }
  }
  return { sending, failure, send, cancel: () => current.current?.abort() }
}

/** The first picture among what was dropped or pasted. */
export const pictureAmong = (data: DataTransfer | null): File | null =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? data?.files[0] ?? null

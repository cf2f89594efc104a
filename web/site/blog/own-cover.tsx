// The cover of an article that may not be public yet, as its writers see it.
import { useOwnPicture } from './own-picture.ts'

const look = 'block aspect-[1200/630] h-auto w-full rounded bg-sunken object-cover'

export const OwnCover = ({ id, alt }: { readonly id: string; readonly alt: string }) => {
  const address = useOwnPicture(id, 'card')
  return address ? <img className={look} src={address} alt={alt} width={1200} height={630} /> : <div className={look} />
}

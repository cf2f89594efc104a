// The way from an article to its editor, for those whose article it is.
import { list } from '@gatehouse/contract/site/blog'
import { useEffect, useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { Link } from '../../kit/place.tsx'

export const EditLink = ({ id }: { readonly id: string }) => {
  const [isOwn, setIsOwn] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    call(list, {}, { signal: asking.signal }).then(
      ({ articles }) => setIsOwn(articles.some((article) => article.id === id)),
      // The article is read all the same.
      () => setIsOwn(false),
    )
    return () => asking.abort()
  }, [id])
  return isOwn ? <Link to={`/blog/edit/${id}`}>Edit</Link> : null
}

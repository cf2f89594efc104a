// The address of one notification: it opens beside the centre.
import { Navigate, useParams } from 'react-router'

export const PermalinkPage = () => {
  const { id = '' } = useParams()
  return <Navigate to={{ pathname: '/notifications', search: `?${new URLSearchParams({ open: id })}` }} replace />
}

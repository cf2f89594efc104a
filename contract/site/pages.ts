// The pages that anybody may read, and the blog’s own.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/blog/create',
    permissions: ['create_blog'],
    menus: [{ menu: 'management', place: 100, label: 'Write an article', icon: 'add' }],
    destinations: [{ title: 'New article', about: 'Write for the blog', words: 'post write draft', begins: true }],
  },
  { path: '/blog/edit/:id', permissions: ['edit_blog'] },
  { path: '/', isPublic: true },
  { path: '/home', isPublic: true, menus: [{ menu: 'site', place: 10, label: 'Home', icon: 'home' }] },
  { path: '/about', isPublic: true, menus: [{ menu: 'site', place: 60, label: 'About', icon: 'information' }] },
  { path: '/contact', isPublic: true, menus: [{ menu: 'site', place: 70, label: 'Contact', icon: 'mail' }] },
  { path: '/products', isPublic: true, menus: [{ menu: 'site', place: 20, label: 'Products', icon: 'shelved' }] },
  { path: '/products/ai-solutions', isPublic: true },
  { path: '/products/cybersecurity', isPublic: true },
  { path: '/products/ios-design', isPublic: true },
  { path: '/products/enterprise-solutions', isPublic: true },
  { path: '/products/iot-technologies', isPublic: true },
  { path: '/products/smart-things', isPublic: true },
  { path: '/products/system-integration', isPublic: true },
  { path: '/products/safety-automation', isPublic: true },
  { path: '/solutions', isPublic: true, menus: [{ menu: 'site', place: 30, label: 'Solutions', icon: 'check' }] },
  { path: '/dashboardtabs', isPublic: true, menus: [{ menu: 'site', place: 40, label: 'Live tour', icon: 'live' }] },
  {
    path: '/blog',
    isPublic: true,
    menus: [{ menu: 'site', place: 50, label: 'Blog', icon: 'page' }],
    destinations: [{ title: 'Blog', about: 'Articles about building safety', words: 'articles news' }],
  },
  { path: '/blog/:postId', isPublic: true },
]

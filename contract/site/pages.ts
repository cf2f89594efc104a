// The pages that anybody may read, and the blog’s own.
import { destination, type Page, menu, page, publicPage, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/blog/create', 'create_blog', [
    menu('management', 100, 'New article', 'add'),
    task('New article', 'Write for the blog', 'post write draft'),
  ]),
  page('/contact-messages', 'manage_companies', [
    menu('management', 115, 'Contact messages', 'mail'),
    destination('Contact messages', 'What was written from the contact page', 'inbox mail reply visitors website'),
  ]),
  page('/blog/edit/:id', 'edit_blog'),
  publicPage('/'),
  publicPage('/home', [menu('site', 10, 'Home', 'home')]),
  publicPage('/about', [menu('site', 60, 'About', 'information')]),
  publicPage('/contact', [menu('site', 70, 'Contact', 'mail')]),
  publicPage('/products', [menu('site', 20, 'Products', 'shelved')]),
  publicPage('/products/ai-solutions'),
  publicPage('/products/cybersecurity'),
  publicPage('/products/ios-design'),
  publicPage('/products/enterprise-solutions'),
  publicPage('/products/iot-technologies'),
  publicPage('/products/smart-things'),
  publicPage('/products/system-integration'),
  publicPage('/products/safety-automation'),
  publicPage('/solutions', [menu('site', 30, 'Solutions', 'check')]),
  publicPage('/dashboardtabs', [menu('site', 40, 'Live tour', 'live')]),
  publicPage('/blog', [
    menu('site', 50, 'Blog', 'page'),
    destination('Blog', 'Articles about building safety', 'articles news'),
  ]),
  publicPage('/blog/:postId'),
]

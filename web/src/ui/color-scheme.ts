/* Dark where the system asks for it, and when it changes its mind (decision 0064). */

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')

follow()
dark.addEventListener('change', follow)

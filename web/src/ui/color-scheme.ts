/* Follows the colour scheme of the system, also when it changes. */

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')

follow()
dark.addEventListener('change', follow)

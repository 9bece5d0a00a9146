/* Follows the colour scheme of the operating system, also when the scheme changes. */

const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')

follow()
dark.addEventListener('change', follow)

export function RouteErrorScreen() {
  return <h1>Etwas ist schiefgelaufen</h1>
}

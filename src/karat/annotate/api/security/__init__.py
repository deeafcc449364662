"""Who may talk to the server: hosts, origins, headers, sizes, passwords, sessions, links."""

"""The web app in which people make gold: projects, people, events, and the pages over them."""

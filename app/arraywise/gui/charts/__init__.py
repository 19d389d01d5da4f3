"""Views of what present/charts has laid out: plots of pyqtgraph and charts painted by Qt."""
